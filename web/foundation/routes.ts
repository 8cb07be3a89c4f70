import {
  apiReference,
  broadcastMessagesPage,
  dashboardPage,
  explorePage,
  geoNodePage,
  geoPage,
  getApplicationSettings,
  getMail,
  getPreferences,
  getProfile,
  getViewer,
  gpgKeysPage,
  groupAccessTokensPage,
  groupMembersPage,
  groupPage,
  groupSettingsPage,
  listMails,
  listSessions,
  listTopics,
  listUsers,
  namespacePage,
  newGroupPage,
  newProjectPage,
  projectAccessTokensPage,
  projectMembersPage,
  projectSettingsPage,
  sshKeysPage,
  surveyAnswersPage,
  topicPage,
} from '#web/api/operations.gen.ts'
import type { Viewer } from '#web/api/page.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { dashboardParts } from './dashboard/dashboard-parts.ts'
import { listed } from './places/listed.ts'
import type { HomePage } from './places/place.ts'
import { projectHomeParts, showsHomeParts } from './projects/home-parts.ts'

const nothing = () => ({})

const inputs = () => import('./page-inputs.ts')

export const foundationRoutes: readonly PageRoute[] = [
  {
    address: '/-/api',
    data: { operation: apiReference, input: nothing },
    load: () => import('./api-reference/ApiReferencePage.tsx').then(module => module.ApiReferencePage),
  },
  { address: '/users/sign_in', load: () => import('./accounts/SignInPage.tsx').then(module => module.SignInPage) },
  { address: '/users/sign_up', load: () => import('./accounts/RegisterPage.tsx').then(module => module.RegisterPage) },
  {
    address: '/users/password/new',
    load: () => import('./accounts/ForgotPasswordPage.tsx').then(module => module.ForgotPasswordPage),
  },
  {
    address: '/users/password/edit',
    load: () => import('./accounts/ResetPasswordPage.tsx').then(module => module.ResetPasswordPage),
  },
  {
    address: '/users/confirmation',
    load: () => import('./accounts/ConfirmEmailPage.tsx').then(module => module.ConfirmEmailPage),
  },
  {
    address: '/',
    data: { operation: dashboardPage, input: (_, search) => listed(search) },
    ahead: async () => void (await Promise.all(dashboardParts.map(part => part.ahead()))),
    load: () => import('./dashboard/HomePage.tsx').then(module => module.HomePage),
  },
  {
    address: '/explore',
    data: {
      operation: explorePage,
      input: async (_, search) => (await inputs()).exploreInput(search),
    },
    load: () => import('./dashboard/ExplorePage.tsx').then(module => module.ExplorePage),
  },
  {
    address: '/explore/projects/topics',
    data: { operation: listTopics, input: (_, search) => listed(search) },
    load: () => import('./project-topics/TopicsPage.tsx').then(module => module.TopicsPage),
  },
  {
    address: '/explore/projects/topics/$name',
    data: {
      operation: topicPage,
      input: ({ name }, search) => ({ name, ...(Number(search.page) > 1 ? { page: Number(search.page) } : {}) }),
    },
    load: () => import('./project-topics/TopicPage.tsx').then(module => module.TopicPage),
  },
  {
    address: '/projects/new',
    data: { operation: newProjectPage, input: async (_, search) => (await inputs()).newProjectInput(search) },
    load: () => import('./projects/NewProjectPage.tsx').then(module => module.NewProjectPage),
  },
  {
    address: '/groups/new',
    data: { operation: newGroupPage, input: async (_, search) => (await inputs()).newGroupInput(search) },
    load: () => import('./groups/NewGroupPage.tsx').then(module => module.NewGroupPage),
  },
  {
    address: '/-/user_settings/profile',
    data: { operation: getProfile, input: nothing },
    load: () => import('./user-settings/ProfilePage.tsx').then(module => module.ProfilePage),
  },
  {
    address: '/-/user_settings/account',
    data: { operation: listSessions, input: nothing },
    ahead: async () => (await import('./user-settings/AccountPage.tsx')).readAccountAhead(),
    load: () => import('./user-settings/AccountPage.tsx').then(module => module.AccountPage),
  },
  {
    address: '/-/user_settings/preferences',
    data: { operation: getPreferences, input: nothing },
    load: () => import('./user-settings/PreferencesPage.tsx').then(module => module.PreferencesPage),
  },
  {
    address: '/-/user_settings/personal_access_tokens',
    data: { operation: getViewer, input: nothing },
    ahead: async (viewer: Viewer) => (await import('./tokens/PersonalTokensPage.tsx')).readTokensAhead(viewer),
    load: () => import('./tokens/PersonalTokensPage.tsx').then(module => module.PersonalTokensPage),
  },
  {
    address: '/-/user_settings/ssh_keys',
    data: { operation: sshKeysPage, input: nothing },
    load: () => import('./user-settings/SshKeysPage.tsx').then(module => module.SshKeysPage),
  },
  {
    address: '/-/user_settings/gpg_keys',
    data: { operation: gpgKeysPage, input: nothing },
    load: () => import('./user-settings/GpgKeysPage.tsx').then(module => module.GpgKeysPage),
  },
  {
    address: '/admin/users',
    data: {
      operation: listUsers,
      input: async (_, search) => (await inputs()).usersInput(search),
    },
    load: () => import('./admin/UsersPage.tsx').then(module => module.UsersPage),
  },
  {
    address: '/admin/topics',
    data: { operation: listTopics, input: (_, search) => listed(search) },
    load: () => import('./project-topics/AdminTopicsPage.tsx').then(module => module.AdminTopicsPage),
  },
  {
    address: '/admin/mails',
    data: { operation: listMails, input: (_, search) => listed(search) },
    load: () => import('./admin/MailsPage.tsx').then(module => module.MailsPage),
  },
  {
    address: '/admin/mails/$id',
    data: { operation: getMail, input: ({ id }) => ({ id: Number(id) }) },
    load: () => import('./admin/MailPage.tsx').then(module => module.MailPage),
  },
  {
    address: '/admin/broadcast_messages',
    data: {
      operation: broadcastMessagesPage,
      // Loaded with the page: other pages do not read its parameters.
      input: async (_, search) => (await import('./broadcast-messages/address.ts')).messagesInput(search),
    },
    load: () => import('./broadcast-messages/BroadcastMessagesPage.tsx').then(module => module.BroadcastMessagesPage),
  },
  {
    address: '/admin/geo',
    data: { operation: geoPage, input: () => ({}) },
    load: () => import('./geo/GeoPage.tsx').then(module => module.GeoPage),
  },
  {
    address: '/admin/geo/$id',
    data: {
      operation: geoNodePage,
      input: async ({ id }, search) => (await import('./geo/address.ts')).copiesInput(Number(id), search),
    },
    load: () => import('./geo/GeoNodePage.tsx').then(module => module.GeoNodePage),
  },
  {
    address: '/admin/survey_answers',
    data: {
      operation: surveyAnswersPage,
      input: async (_, search) => (await import('./surveys/address.ts')).answersInput(search),
    },
    load: () => import('./surveys/SurveyAnswersPage.tsx').then(module => module.SurveyAnswersPage),
  },
  {
    address: '/admin/settings',
    data: { operation: getApplicationSettings, input: nothing },
    load: () => import('./admin/settings/SettingsPage.tsx').then(module => module.SettingsPage),
  },
  {
    address: '/$namespace/-/project_members',
    data: { operation: projectMembersPage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    load: () => import('./members/MembersPage.tsx').then(module => module.ProjectMembersPage),
  },
  {
    address: '/groups/$namespace/-/group_members',
    data: { operation: groupMembersPage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    load: () => import('./members/MembersPage.tsx').then(module => module.GroupMembersPage),
  },
  {
    address: '/$namespace/-/edit',
    data: { operation: projectSettingsPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./settings/ProjectSettingsPage.tsx').then(module => module.ProjectSettingsPage),
  },
  {
    address: '/groups/$namespace/-/edit',
    data: { operation: groupSettingsPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./settings/GroupSettingsPage.tsx').then(module => module.GroupSettingsPage),
  },
  {
    address: '/$namespace/-/settings/access_tokens',
    data: { operation: projectAccessTokensPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./tokens/PlaceTokensPage.tsx').then(module => module.ProjectTokensPage),
  },
  {
    address: '/groups/$namespace/-/settings/access_tokens',
    data: { operation: groupAccessTokensPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./tokens/PlaceTokensPage.tsx').then(module => module.GroupTokensPage),
  },
  {
    address: '/groups/$namespace',
    data: { operation: groupPage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    load: () => import('./NamespacePage.tsx').then(module => module.GroupPage),
  },
  {
    address: '/$namespace',
    data: { operation: namespacePage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    ahead: async (home: HomePage) => {
      if ('project' in home && showsHomeParts(home.project))
        await Promise.all(projectHomeParts.map(part => part.ahead(home.project)))
    },
    load: () => import('./NamespacePage.tsx').then(module => module.NamespacePage),
  },
]
