/** The color of a label that is created without one. */
export const defaultLabelColor = '#6699cc'
