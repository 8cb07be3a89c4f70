// This file imports nothing, so that the browser can load it.

/** The longest texts of a contact or organization, in characters. */
export const contactLimits = { name: 255, email: 255, phone: 32, description: 1024 } as const
