"""The environment variables that a library's process is given: start at
`make_child_environment`.

A library that is measured is other people's code, and a release may have been changed
by somebody who wants what stands in the environment of a CI run. So it gets what is
named here, and nothing else: neither a token nor the files that a later step reads.
"""

from __future__ import annotations

from collections.abc import Mapping

HASH_SEED = 1
NAMES = """
PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM COLUMNS LINES VIRTUAL_ENV
CONDA_PREFIX XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME MPLBACKEND MPLCONFIGDIR
LD_LIBRARY_PATH LD_PRELOAD DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH
HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy
SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
JAVA_HOME JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS HADOOP_HOME
SPARK_HOME SPARK_CONF_DIR SPARK_LOCAL_DIRS SPARK_LOCAL_IP PYSPARK_SUBMIT_ARGS
TF_CPP_MIN_LOG_LEVEL TF_DETERMINISTIC_OPS TF_ENABLE_ONEDNN_OPTS TF_XLA_FLAGS
TF_FORCE_GPU_ALLOW_GROWTH TF_NUM_INTEROP_THREADS TF_NUM_INTRAOP_THREADS
TF_USE_LEGACY_KERAS KERAS_BACKEND KERAS_HOME HF_HOME
"""
"""What people set for Python programs, for Java and Spark, and for TensorFlow, whose
prefix Terraform shares, with its tokens."""
BEGINNINGS = (
    *("LC_", "PYTHON", "OMP_", "KMP_", "MKL_", "OPENBLAS_", "BLIS_", "NUMEXPR_"),
    *("VECLIB_", "NUMBA_", "JAX_", "XLA_", "TORCH", "PYTORCH_", "CUDA_", "CUBLAS_"),
    *("NVIDIA_", "POLARS_", "RAYON_"),
)
"""The same of locales, of Python and of libraries that compute."""
SECRET = ("TOKEN", "SECRET", "PASSW", "CREDENTIAL", "_KEY")
"""A variable in whose name one of these stands is kept back, however it begins."""


def make_child_environment(
    found: Mapping[str, str], path: str, folder: str, hash_seed: int
) -> dict[str, str]:
    """The variables of the child process, of those that were found here.

    path: where it finds what is not installed; folder: for its temporary files;
    hash_seed: of its strings.
    """
    return {
        **{name: value for name, value in found.items() if is_given(name)},
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder),
        "PYTHONWARNINGS": "ignore",
        "PYTHONPATH": path,
        "PYTHONHASHSEED": str(hash_seed),
    }


def is_given(name: str) -> bool:
    """Whether a library's process is given the variable.

    >>> [is_given(name) for name in ("PATH", "LC_ALL", "GITHUB_TOKEN", "TORCH_TOKEN")]
    [True, True, False, False]
    """
    known = name in NAMES.split() or name.startswith(BEGINNINGS)
    return known and not any(word in name.upper() for word in SECRET)
