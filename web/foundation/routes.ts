import type { PageRoute } from '#web/api/route.tsx'

export const foundationRoutes: readonly PageRoute[] = []
