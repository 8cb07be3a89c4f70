/** The reactions shown before the others, in this order. The others follow in the order of their first one. @source EMOJI-014 */
export const leadingAwards = ['thumbsup', 'thumbsdown'] as const

/** The largest number of people that the tooltip of a reaction names. @source EMOJI-023 */
export const maxNamedPeople = 10
