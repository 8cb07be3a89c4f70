/**
 * Characters, rules of a policy, minutes, policies of a project and repetitions, at most; and the minutes between reminders, at least.
 *
 * @source product-rules.md 15
 */
export const escalationLimits = {
  name: 72,
  description: 160,
  rules: 10,
  minutes: 1440,
  policies: 100,
  repeats: 9,
  leastReminderMinutes: 5,
} as const
