export const roadmapMessages = {
  moved: (title: string, period: string) => `Changed the dates of “${title}”: ${period}`,
  /** @param why  a sentence of the server */
  failed: (title: string, why: string | null) =>
    [`Could not change the dates of “${title}”.`, why].filter(Boolean).join(' '),
  blocks: (titles: string) => `Blocks ${titles}`,
  blockedBy: (titles: string) => `Blocked by ${titles}`,
}
