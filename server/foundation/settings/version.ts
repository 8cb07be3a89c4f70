/** The version of the contract, which clients read first to know the calls that they may make. */
export const contractVersion = '18.9.0'
