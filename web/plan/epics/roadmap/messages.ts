export const roadmapMessages = {
  moved: (title: string, period: string) => `Changed the dates of “${title}”: ${period}`,
  failed: (title: string) => `Could not change the dates of “${title}”.`,
  blocks: (titles: string) => `Blocks ${titles}`,
  blockedBy: (titles: string) => `Blocked by ${titles}`,
}
