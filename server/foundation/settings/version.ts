/** The version of the contract that clients ask for first, to know what they may call. */
export const contractVersion = '18.9.0'
