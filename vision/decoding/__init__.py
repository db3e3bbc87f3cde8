"""Find the most probable legal hand under the scores of a scene, and its certainty. Standard library only.

In: `StructureScores`, and the rules of the game as far as they are known. Out: hypotheses, hands, questions.
To touch: a new winning form goes into `winning_parts`. Searches are exact, as brute force in their tests;
``python -m paiyan.datasets.hand_scenes calibrate`` fits the parameters in `paiyan.vision.calibration`.
"""
