"""Sentences about weights that cannot be opened and about missing runtimes."""

from paiyan.scorer.messages.languages import Words

NO_WEIGHTS = Words(
    "没有权重文件 {path!r}：请检查路径，或运行 make train。",
    "There are no weights at {path!r}: check the path, or run make train.",
    "重みファイル {path!r} がありません：パスを確かめるか、make train を実行してください。",
)
NOT_INSTALLED = Words(
    "没有安装 {module}：请运行 pip install '{package}'。",
    "{module} is not installed: run pip install '{package}'.",
    "{module} が入っていません：pip install '{package}' を実行してください。",
)
NOT_RUNNABLE = Words(
    "{name} 不是这里能运行的 ONNX 模型：请重新导出。",
    "{name} is not an ONNX model that runs here: export it again.",
    "{name} はここで動く ONNX モデルではありません：もう一度書き出してください。",
)
NOT_ULTRALYTICS = Words(
    "{name} 不是 ultralytics 的模型：请换别的权重。",
    "{name} is not an ultralytics model: choose other weights.",
    "{name} は ultralytics のモデルではありません：別の重みにしてください。",
)
NOT_A_DETECTOR = Words(
    "{name} 不是本项目的识牌模型（{why}）：请换别的权重。",
    "{name} is not a tile detector of this project ({why}): choose other weights.",
    "{name} は本プロジェクトの牌検出器ではありません（{why}）：別の重みにしてください。",
)
OTHER_INPUT = Words(
    "{name} 的输入是 {shape}，不是 (1, 3, 高, 宽)：请换别的权重。",
    "{name} takes {shape}, not (1, 3, height, width): choose other weights.",
    "{name} の入力は {shape} で、(1, 3, 高さ, 幅) ではありません：別の重みにしてください。",
)
OTHER_OUTPUT = Words(
    "{name} 的输出是 {shape}，不是 {wanted}：请换别的权重。",
    "{name} gives {shape}, not {wanted}: choose other weights.",
    "{name} の出力は {shape} で、{wanted} ではありません：別の重みにしてください。",
)
