/** Characters, rules of a policy, minutes and policies of a project, at most. @source product-rules.md 15 */
export const escalationLimits = { name: 72, description: 160, rules: 10, minutes: 1440, policies: 100 } as const
