"""Draw hands 读牌评测 as people lay them, photograph and read them, and compare with the truth.

Input: `scenes` of known structure, passed through a detector (`detector_noise`). Output: figures (`readings`)
and what readings are fitted by (`reliability`): ``python -m paiyan.datasets.hand_scenes``. The benchmark's
seed is never used to fit or train.
"""
