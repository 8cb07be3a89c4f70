import type { PageRoute } from '#web/api/route.tsx'

export const feedsRoutes: readonly PageRoute[] = []
