"""Draw hands 读牌评测 as people lay them, photograph and read them, and compare with the truth.

Input: `scenes` of known structure, passed through a detector (`detections`). Output: figures (`readings`) and
what readings are fitted by (`detector_noise`, `reliability`): ``python -m paiyan.datasets.hand_scenes``. The
benchmark's seed is never used to fit or train.
"""
