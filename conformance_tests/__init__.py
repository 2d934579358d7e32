"""The suite that runs against a library: fixed cases, properties, the pytest plugin.

Start at `test_fixed_cases.py`; `plugin.py` has the options:

    pytest --pyargs homonym.conformance_tests --homonym-library rs-metrics
"""
