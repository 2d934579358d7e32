"""The suite that runs against a library: fixed cases, properties, the pytest plugin.

pytest --pyargs homonym.conformance_tests --homonym-library rs-metrics
"""
