/** The colours in the form. The API accepts any colour, and others are kept. */
export const colours = {
  none: '',
  grey: '#7F8A90',
  sea: '#2B97BA',
  blue: '#2F6FD6',
  indigo: '#5B5BD6',
  violet: '#8E4EC6',
  pink: '#C2417F',
  red: '#CE3B3B',
  amber: '#C99A45',
  olive: '#7D8B2A',
  green: '#2F9461',
  teal: '#12A594',
} as const

export type Colour = keyof typeof colours

export const colourOf = (color: string): Colour | undefined =>
  (Object.keys(colours) as Colour[]).find((name) => colours[name].toLowerCase() === color.toLowerCase())
