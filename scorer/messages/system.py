"""Why the operating system refuses a file or an address, in every language."""

from __future__ import annotations

import errno
from typing import Final

from paiyan.scorer.messages.languages import Words

CANNOT_READ = Words(
    "读不了 {file}（{why}）：请给一个读得到的文件",
    "cannot read {file} ({why}): name a file that can be read",
    "{file} を読めません（{why}）：読めるファイルを書いてください",
)
_REASONS: Final = {
    errno.ENOENT: Words(
        "没有这个文件或文件夹", "no such file or directory", "そのファイルやフォルダーはありません"
    ),
    errno.EACCES: Words("没有权限", "permission denied", "権限がありません"),
    errno.EPERM: Words("不允许这样做", "operation not permitted", "許可されていません"),
    errno.EEXIST: Words("已经有了", "file exists", "既にあります"),
    errno.EISDIR: Words("是文件夹", "is a directory", "フォルダーです"),
    errno.ENOTDIR: Words(
        "路径中间有一段不是文件夹", "not a directory", "パスの途中がフォルダーではありません"
    ),
    errno.ENAMETOOLONG: Words("文件名太长", "file name too long", "ファイル名が長すぎます"),
    errno.ELOOP: Words("链接互相指来指去", "too many levels of symbolic links", "リンクが循環しています"),
    getattr(errno, "EDQUOT", errno.ENOSPC): Words(  # Windows knows no quota
        "磁盘配额已用完", "disk quota exceeded", "ディスクの割り当てを超えました"
    ),
    errno.ENOSPC: Words("磁盘已满", "no space left on device", "ディスクに空きがありません"),
    errno.EFBIG: Words("文件太大", "file too large", "ファイルが大きすぎます"),
    errno.EROFS: Words("磁盘只能读", "read-only file system", "読み取り専用のディスクです"),
    errno.EIO: Words("磁盘出错", "input/output error", "入出力の誤りです"),
    errno.EMFILE: Words("打开的文件太多", "too many open files", "開いているファイルが多すぎます"),
    errno.EADDRINUSE: Words("地址已被占用", "address already in use", "アドレスは既に使われています"),
    errno.EADDRNOTAVAIL: Words(
        "本机没有这个地址", "cannot assign requested address", "この機械にそのアドレスはありません"
    ),
}
_NO_HOST: Final = Words("没有这个主机名", "name or service not known", "そのホスト名はありません")


def reason(error: OSError) -> Words | str:
    """Return why, in every language; rare reasons are in the words of the system."""
    if type(error).__name__ == "gaierror":  # by its name: importing socket costs each command a while
        return _NO_HOST
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
