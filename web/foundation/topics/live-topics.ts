/** Published when any topic changes. */
export const topicsChanged = 'topics:1'

/** Published when topics are renamed, merged or deleted, for the pages of projects. */
export const topicsRenamed = 'topics:2'
