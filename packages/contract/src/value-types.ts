/** The types of values that a flag can have for applications, as in OpenFeature. Without TypeBox, for the web interface. */
export const valueTypes = ['boolean', 'string', 'integer', 'float', 'object'] as const
