/** Rules of a project, fields of a rule, and minutes between two alerts of a group, at most. */
export const groupingLimits = { rules: 10, fields: 5, minutes: 1_440, fieldName: 255 } as const

/** The fields that every alert has. Any other name is that of a detail, such as `labels.cluster`. */
export const groupingFields = ['service', 'title', 'severity', 'monitoring_tool', 'environment', 'hosts'] as const
export type GroupingField = (typeof groupingFields)[number]

export const groupingFieldLabels: Readonly<Record<GroupingField, string>> = {
  service: 'Service',
  title: 'Title',
  severity: 'Severity',
  monitoring_tool: 'Monitoring tool',
  environment: 'Environment',
  hosts: 'Hosts',
}

/** The name of a field as people read it. */
export const groupingLabel = (field: string): string => groupingFieldLabels[field as GroupingField] ?? field
