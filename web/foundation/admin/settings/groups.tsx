import { settingLimits } from '#contract/foundation/setting-limits.ts'
import { uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'
import type { Visibility } from '#contract/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { visibilityWord } from '../../places/visibility.tsx'
import type { SettingField, SettingGroup } from './fields.ts'

const visibilities = ['private', 'internal', 'public'] as const satisfies readonly Visibility[]
const visibilityOptions = visibilities.map(value => ({ value, label: visibilityWord(value) }))
const largest = 2_147_483_647

const limit = (name: SettingField['name'], label: string, hint?: string): SettingField => ({
  kind: 'number',
  name,
  label,
  min: 0,
  max: largest,
  ...(hint !== undefined && { hint }),
})

const throttle = (who: 'Authenticated' | 'Unauthenticated', label: string, hint: string): readonly SettingField[] => [
  { kind: 'flag', name: `throttle${who}ApiEnabled`, label, hint },
  {
    kind: 'number',
    name: `throttle${who}ApiRequestsPerPeriod`,
    label: `${who} requests per period`,
    min: 1,
    max: largest,
  },
  {
    kind: 'number',
    name: `throttle${who}ApiPeriodInSeconds`,
    label: `Period of ${who.toLowerCase()} requests in seconds`,
    min: 1,
    max: settingLimits.periodSeconds,
  },
]

/** The settings of the site, in the order of the page. Each group is saved for itself. */
export const groups: readonly SettingGroup[] = [
  {
    title: 'Accounts',
    submit: 'Save account settings',
    fields: [
      {
        kind: 'flag',
        name: 'signupEnabled',
        label: 'Allow registration',
        hint: 'When off, only administrators can create accounts.',
      },
      {
        kind: 'flag',
        name: 'requireAdminApprovalAfterUserSignup',
        label: 'Approve new accounts',
        hint: 'People who register can sign in only after an administrator has approved them.',
      },
      { kind: 'flag', name: 'canCreateGroup', label: 'Allow new users to create top-level groups' },
      {
        kind: 'flag',
        name: 'userDefaultExternal',
        label: 'New users are external',
        hint: 'External users can access internal groups and projects only as members.',
      },
      { kind: 'number', name: 'defaultProjectsLimit', label: 'Projects per user', min: 0, max: largest },
    ],
  },
  {
    title: 'Email domains for registration',
    submit: 'Save email domains',
    description: 'One domain a line. Write *.example.com for all domains below example.com.',
    fields: [
      {
        kind: 'lines',
        name: 'domainAllowlist',
        label: 'Allowed domains',
        hint: 'Leave empty to allow all domains.',
        placeholder: 'example.com',
      },
      { kind: 'flag', name: 'domainDenylistEnabled', label: 'Block registration from the domains below' },
      { kind: 'lines', name: 'domainDenylist', label: 'Denied domains', placeholder: 'example.com' },
    ],
  },
  {
    title: 'Sign-in and tokens',
    submit: 'Save sign-in settings',
    fields: [
      {
        kind: 'flag',
        name: 'passwordAuthenticationEnabledForGit',
        label: 'Allow passwords for Git over HTTP',
        hint: 'When off, people use a personal access token as the password.',
      },
      {
        kind: 'flag',
        name: 'passwordAuthenticationEnabledForWeb',
        label: 'Allow passwords on the sign-in page',
        hint: 'When off, people sign in by LDAP, and no one can register. Administrators can still use their passwords.',
      },
      {
        kind: 'number',
        name: 'sessionExpireDelay',
        label: 'Session duration in minutes',
        hint: 'Time without a visit after which people must sign in again, unless they chose to be remembered.',
        min: 1,
        max: settingLimits.sessionMinutes,
      },
      {
        kind: 'text',
        code: true,
        name: 'personalAccessTokenPrefix',
        label: 'Prefix of access tokens',
        hint: 'For new tokens. Existing tokens keep working.',
      },
    ],
  },
  {
    title: 'Pages',
    submit: 'Save pages',
    fields: [
      {
        kind: 'text',
        code: true,
        isNullable: true,
        name: 'homePageUrl',
        label: 'Home page of signed-out visitors',
        hint: 'They are sent there from the start page. Leave empty for the page of Weft.',
        placeholder: 'https://example.com',
      },
      {
        kind: 'text',
        code: true,
        isNullable: true,
        name: 'afterSignOutPath',
        label: 'Page after signing out',
        hint: 'A path of this site or a URL.',
        placeholder: '/users/sign_in',
      },
      {
        kind: 'long',
        name: 'helpPageText',
        label: 'Text at the top of the help pages',
        hint: 'Markdown. For example, whom to ask for support.',
      },
    ],
  },
  {
    title: 'Maintenance',
    submit: 'Save maintenance',
    fields: [
      {
        kind: 'flag',
        name: 'maintenanceMode',
        label: 'Maintenance mode',
        hint: 'People can read and clone, but not change or push anything. Administrators can still change these settings.',
      },
      {
        kind: 'text',
        isNullable: true,
        name: 'maintenanceModeMessage',
        label: 'Message',
        hint: 'Shown above every page, and to clients whose writes are refused.',
      },
    ],
  },
  {
    title: 'Features',
    submit: 'Save features',
    fields: [
      {
        kind: 'flag',
        name: 'internalNotesEnabled',
        label: 'Internal notes',
        hint: 'Comments visible only to members with at least the Planner role. Existing internal notes stay internal.',
      },
      {
        kind: 'flag',
        name: 'attentionRequestsEnabled',
        label: 'Attention requests',
        hint: 'Request attention from assignees and reviewers of merge requests, in projects where this is on.',
      },
      {
        kind: 'flag',
        name: 'workItemsEnabled',
        label: 'Convert tasks to work items',
        hint: 'Convert items of task lists from their menus. Existing work items stay.',
      },
      {
        kind: 'flag',
        name: 'surveyEnabled',
        label: 'Ask people how they like Weft',
        hint: (
          <>
            People rate Weft after closing an issue or merging a merge request. Administrators can read the{' '}
            <TextLink href="/admin/survey_answers">survey answers</TextLink>.
          </>
        ),
      },
    ],
  },
  {
    title: 'Projects and groups',
    submit: 'Save project settings',
    fields: [
      {
        kind: 'choice',
        name: 'defaultProjectVisibility',
        label: 'Visibility of new projects',
        options: visibilityOptions,
      },
      { kind: 'choice', name: 'defaultGroupVisibility', label: 'Visibility of new groups', options: visibilityOptions },
      { kind: 'text', code: true, name: 'defaultBranchName', label: 'Default branch of new repositories' },
      {
        kind: 'choice',
        name: 'defaultBranchProtection',
        label: 'Protection of default branches of new projects',
        options: [
          { value: 0, label: 'Not protected' },
          { value: 1, label: 'Protected against force pushes' },
          { value: 2, label: 'Only maintainers push and merge' },
          { value: 3, label: 'Maintainers push, developers merge' },
        ],
      },
      {
        kind: 'number',
        name: 'deletionAdjournedPeriod',
        label: 'Days before deletion',
        hint: 'Deleted projects and groups can be restored during this time. Set to 0 to delete them immediately.',
        min: 0,
        max: 90,
      },
    ],
  },
  {
    title: 'Times',
    submit: 'Save times',
    fields: [
      {
        kind: 'choice',
        name: 'firstDayOfWeek',
        label: 'First day of the week',
        hint: 'For people who have not chosen one in their preferences.',
        options: [
          { value: 1, label: 'Monday' },
          { value: 0, label: 'Sunday' },
          { value: 6, label: 'Saturday' },
        ],
      },
      {
        kind: 'text',
        code: true,
        name: 'pollingIntervalMultiplier',
        label: 'Polling interval multiplier',
        hint: 'For API clients that ask again for changes. 2.0 doubles the time between requests, 0 stops them.',
      },
      {
        kind: 'flag',
        name: 'timeTrackingLimitToHours',
        label: 'Show time tracking in hours',
        hint: 'Durations are shown in hours and minutes, without days, weeks and months.',
      },
    ],
  },
  {
    title: 'Rights',
    submit: 'Save rights',
    fields: [
      {
        kind: 'words',
        name: 'restrictedVisibilityLevels',
        label: 'Restricted visibility levels',
        hint: 'Only administrators can choose these for projects and groups. Existing ones keep their level.',
        options: visibilityOptions,
      },
      {
        kind: 'choice',
        name: 'defaultProjectCreation',
        label: 'Who can create projects in new groups',
        hint: 'Owners can change it for their group.',
        options: [
          { value: 0, label: 'No one' },
          { value: 3, label: 'Administrators' },
          { value: 4, label: 'Owners' },
          { value: 1, label: 'Maintainers' },
          { value: 2, label: 'Developers and maintainers' },
        ],
      },
    ],
  },
  {
    title: 'Files',
    submit: 'Save file limits',
    fields: [
      {
        kind: 'number',
        name: 'maxAttachmentSize',
        label: 'Maximum attachment size in MiB',
        hint: `Up to ${uploadLimitMebibytes}. Applies to new uploads and files in emails.`,
        min: 1,
        max: uploadLimitMebibytes,
      },
      {
        kind: 'number',
        name: 'maxImportSize',
        label: 'Maximum import size in MiB',
        hint: `For CSV files of issues. 0 allows ${uploadLimitMebibytes}.`,
        min: 0,
        max: uploadLimitMebibytes,
      },
    ],
  },
  {
    title: 'Limits per minute',
    submit: 'Save limits',
    description:
      'Requests per minute of one person; 0 removes a limit. No limit applies while the server runs with RATE_LIMITS=off.',
    fields: [
      limit('issuesCreateLimit', 'New issues'),
      limit('notesCreateLimit', 'New comments'),
      limit('searchRateLimit', 'Searches'),
      limit('searchRateLimitUnauthenticated', 'Searches without signing in', 'By IP address.'),
      limit('rawBlobRequestLimit', 'Raw contents of one file', 'By all people together.'),
    ],
  },
  {
    title: 'API requests',
    submit: 'Save API limits',
    description: 'No limit applies while the server runs with RATE_LIMITS=off.',
    fields: [
      ...throttle('Authenticated', 'Limit authenticated requests', 'Counted by user.'),
      ...throttle('Unauthenticated', 'Limit unauthenticated requests', 'Counted by IP address.'),
    ],
  },
]
