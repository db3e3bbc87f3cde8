"""The sentences with which a picture file is refused, in Chinese, English and Japanese.

Each says what is wrong and how to mend it; the error that carries it fills in what stands in braces.
"""

from paiyan.scorer.messages.languages import Words

THE_PICTURE = Words("图片", "the picture", "画像")
NO_FILE = Words(
    "没有文件 {path!r}：请检查路径。",
    "There is no file {path!r}: check the path.",
    "ファイル {path!r} がありません：パスを確かめてください。",
)
A_FOLDER = Words(
    "{path!r} 是文件夹：请写明里面的图片文件。",
    "{path!r} is a folder: name the picture files in it.",
    "{path!r} はフォルダです：中の画像ファイルを指定してください。",
)
NOT_PLAIN = Words(
    "{path!r} 不是普通文件：请先把图片存成文件。",
    "{path!r} is not a plain file: save the picture to a file first.",
    "{path!r} は通常のファイルではありません：先に画像をファイルに保存してください。",
)
NOT_READ = Words(
    "{path!r} 无法读取（{why}）：请检查路径和权限。",
    "{path!r} cannot be read ({why}): check path and permissions.",
    "{path!r} を読めません（{why}）：パスと権限を確かめてください。",
)
EMPTY = Words(
    "{name}是空的：请重拍或重新复制。",
    "{name} is empty: take or copy the picture again.",
    "{name}が空です：撮り直すかコピーし直してください。",
)
TOO_MANY_BYTES = Words(
    "{name}有 {has:.0f} MB，最多读 {most:.0f} MB：请存小一些，或存为 JPEG。",
    "{name} has {has:.0f} MB where at most {most:.0f} MB are read: save it smaller or as JPEG.",
    "{name}は {has:.0f} MB で、上限は {most:.0f} MB です：小さくするか JPEG で保存してください。",
)
TOO_MANY_PARTS = Words(
    "{name}由远多于相机所写的部分组成：请重新保存。",
    "{name} is made of far more parts than a camera writes: save it anew.",
    "{name}はカメラが書くよりはるかに多くの部分でできています：保存し直してください。",
)
BOMB = Words(
    "{name}远超可读的 {most:g} 百万像素：请存小一些。",
    "{name} has far more than the {most:g} million pixels that are read: save it smaller.",
    "{name}は上限の {most:g} 百万画素をはるかに超えています：小さく保存してください。",
)
TOO_MANY_PIXELS = Words(
    "{name}是 {width} × {height} 像素，最多读 {most:g} 百万像素：请存小一些。",
    "{name} is {width} × {height} pixels where at most {most:g} million are read: save it smaller.",
    "{name}は {width} × {height} 画素で、上限は {most:g} 百万画素です：小さく保存してください。",
)
TOO_SMALL = Words(
    "{name}只有 {width} × {height} 像素：每边至少要 {least}，最好 1000 以上。",
    "{name} is only {width} × {height} pixels: give one of at least {least} a side, better 1000 or more.",
    "{name}は {width} × {height} 画素しかありません：各辺 {least} 以上、できれば 1000 以上にしてください。",
)
DAMAGED = Words(
    "{name}已损坏或不完整：请重拍或重新复制。",
    "{name} is damaged or cut short: take or copy the picture again.",
    "{name}が壊れているか途中で切れています：撮り直すかコピーし直してください。",
)
HEIC = Words(
    "{name}是 HEIC 图片：请安装 paiyan[heic]，或存为 JPEG。",
    "{name} is a HEIC picture: install paiyan[heic] to read it, or save it as JPEG.",
    "{name}は HEIC 画像です：paiyan[heic] を入れるか、JPEG で保存してください。",
)
CUT_SHORT = Words(
    "{name}是不完整或损坏的 {kind} 文件：请重拍或重新复制。",
    "{name} is a {kind} file cut short or damaged: take or copy the picture again.",
    "{name}は途中で切れたか壊れた {kind} ファイルです：撮り直すかコピーし直してください。",
)
NO_PICTURE = Words(
    "{name}不是能读的图片：请给 JPEG、PNG 或 WebP 文件。",
    "{name} is not a picture that is read here: give a JPEG, PNG or WebP file.",
    "{name}は読める画像ではありません：JPEG・PNG・WebP のファイルを渡してください。",
)
