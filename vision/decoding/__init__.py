"""Find the most probable legal hand under the scores of a scene, and its certainty. Standard library only.

In: `StructureScores`, and the rules of the game as far as they are known. Out: hypotheses, hands, questions.
To touch: searches are exact, as brute force in their tests; `paiyan.vision.calibration` has the fitted
parameters.
"""
