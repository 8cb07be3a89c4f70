// Issues whose link to a vulnerability has just failed: it is told once, on the page that opens next.
const unlinked = new Set<number>()

export const noteUnlinkedVulnerability = (issueId: number): void => void unlinked.add(issueId)

export const hasUnlinkedVulnerability = (issueId: number): boolean => unlinked.has(issueId)

export const forgetUnlinkedVulnerability = (issueId: number): void => void unlinked.delete(issueId)
