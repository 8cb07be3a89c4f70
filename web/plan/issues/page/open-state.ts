/** Whether an issuable in a state is open: reopened ones are, as older clients call them. @source ISSUE-025 */
export const isOpenState = (state: string): boolean => state === 'opened' || state === 'reopened'
