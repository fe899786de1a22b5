#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the module for GPUs as a worker does, with every symbol bound, where there is neither a GPU nor cuDNN.

Usage: open_module.py MODULE LIBTORCH_FOLDER COMPILER. The libraries of CUDA that only a machine with a GPU has are
stood for by empty ones of their names: libtorch_cuda binds what it calls of them at the first call, which is not made.
"""
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def needed(library: pathlib.Path) -> list[str]:
    header = subprocess.run(["objdump", "-p", library], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^ +NEEDED +(\S+)", header, re.MULTILINE)


def opens(name: str) -> bool:
    try:
        ctypes.CDLL(name, mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
        return True
    except OSError as error:
        # Also one that is here and lacks another: nothing of it is called.
        print(f"not here: {error}")
        return False


def main() -> int:
    module, torch, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    if not module.exists():
        print(f"the module is not built: {module} does not exist")
        return 1
    # Those that libtorch_cuda needs first, so that it finds them opened.
    ctypes.CDLL(str(torch / "libtorch_cpu.so"), mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
    ctypes.CDLL(str(torch / "libc10_cuda.so"), mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
    with tempfile.TemporaryDirectory() as folder:
        for name in needed(torch / "libtorch_cuda.so"):
            if (torch / name).exists() or opens(name):
                continue
            stand_in = pathlib.Path(folder) / name
            subprocess.run([compiler, "-shared", "-fPIC", "-nostdlib", "-x", "c++", "/dev/null", "-o", stand_in,
                            f"-Wl,-soname,{name}"], check=True)
            ctypes.CDLL(str(stand_in), mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
        ctypes.CDLL(str(torch / "libtorch_cuda.so"), mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
    try:
        opened = ctypes.CDLL(str(module), mode=os.RTLD_NOW | os.RTLD_LOCAL)
    except OSError as error:
        print(f"the module cannot be opened: {error}")
        return 1
    entry = opened.trainyard_cuda_module
    entry.restype = ctypes.POINTER(ctypes.c_char_p)
    version = entry().contents.value  # CudaModule::torchVersion is its first member
    print(f"opened, for torch {version.decode()}")
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # the destructors of libtorch_cuda would call what is only stood for
