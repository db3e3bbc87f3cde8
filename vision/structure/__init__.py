"""Who owns which tile: from boxes and what they may show to scores that a decoder can search over."""
