/** Whether a part of an address with this name, such as `iid` or `boardId`, is a number. */
export const isNumberInAddress = (name: string): boolean => /^(?:iid|\w+Id)$/.test(name)
