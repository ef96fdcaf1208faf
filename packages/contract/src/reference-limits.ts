/** How many references one upload can have, and how many of one flag are stored. */
export const MOST_REFERENCES = 100_000
export const MOST_REFERENCES_OF_FLAG = 1_000
