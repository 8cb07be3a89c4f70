/** The users who can see a confidential item of a project, in the forms that create one. @source CONFID-007 */
export const confidentialHint =
  'Only project members with at least the Planner role, its author and its assignees can see it.'
