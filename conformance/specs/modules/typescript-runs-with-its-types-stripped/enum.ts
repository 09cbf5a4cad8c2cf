enum Colour { Red }
