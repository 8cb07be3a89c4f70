import type { PageRoute } from '#web/api/route.tsx'

export const planRoutes: readonly PageRoute[] = []
