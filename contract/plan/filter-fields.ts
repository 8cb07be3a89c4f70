/**
 * The filters whose values are named by their ids in an address, because their names are not unique.
 *
 * This file imports nothing, so that the browser can load it.
 */
export const fieldsById = ['epic', 'iteration', 'cadence', 'contact', 'organization'] as const

export type FieldById = (typeof fieldsById)[number]
