/**
 * Filters whose values are ids in the URL, because their names are not unique.
 *
 * This file imports nothing, so that the browser can load it.
 */
export const fieldsById = ['epic', 'iteration', 'cadence', 'contact', 'organization'] as const

export type FieldById = (typeof fieldsById)[number]
