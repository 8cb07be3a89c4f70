import { pagePath } from '#contract/issuable-kinds.ts'

/** The second path of an alert's page, which GraphQL names: `/weft/loom/-/alert_management/7/details`. */
export const alertDetailsPath = (namespacePath: string, iid: number | string): string =>
  `${pagePath('alert', namespacePath, Number(iid))}/details`
