"""The parts that the players' site and the organisers' desk share: middleware, headers, files, lists in pages."""
