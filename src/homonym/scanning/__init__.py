"""What metrics the code in somebody's folder computes: start at `scan`.

Calls of recorded libraries are found by their imports, copies of their functions by the
shape of the code. Nothing is run or imported.
"""
