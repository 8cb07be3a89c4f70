/** Characters, rules of a policy and minutes, at most. @source product-rules.md 15 */
export const escalationLimits = { name: 72, description: 160, rules: 10, minutes: 1440 } as const
