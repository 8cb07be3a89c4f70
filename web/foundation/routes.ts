import {
  dashboardPage,
  explorePage,
  getProfile,
  groupPage,
  listSessions,
  namespacePage,
  newGroupPage,
  newProjectPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute, Search } from '#web/api/route.tsx'
import { exploreSort } from './dashboard/explore-sorts.ts'

const nothing = () => ({})

/** The names of the address that the page asks by. */
function some(search: Search, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.flatMap(name => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** Search and page of a list, as `useSearchBox` and `usePageNumber` read them. */
function listed(search: Search): Readonly<Record<string, unknown>> {
  const page = Number(search.page)
  return { ...some(search, ['search']), ...(page > 1 ? { page } : {}) }
}

export const foundationRoutes: readonly PageRoute[] = [
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
    address: '/',
    data: { operation: dashboardPage, input: (_, search) => listed(search) },
    load: () => import('./dashboard/HomePage.tsx').then(module => module.HomePage),
  },
  {
    address: '/explore',
    data: {
      operation: explorePage,
      input: (_, search) => {
        const sort = exploreSort(search.sort)
        return { ...listed(search), ...some(search, ['topic']), ...(sort === undefined ? {} : { sort }) }
      },
    },
    load: () => import('./dashboard/ExplorePage.tsx').then(module => module.ExplorePage),
  },
  {
    address: '/projects/new',
    data: { operation: newProjectPage, input: (_, search) => idIn(search, 'namespace_id', 'namespaceId') },
    load: () => import('./projects/NewProjectPage.tsx').then(module => module.NewProjectPage),
  },
  {
    address: '/groups/new',
    data: { operation: newGroupPage, input: (_, search) => idIn(search, 'parent_id', 'parentId') },
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
    load: () => import('./user-settings/AccountPage.tsx').then(module => module.AccountPage),
  },
  {
    address: '/groups/$namespace',
    data: { operation: groupPage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    load: () => import('./places/NamespacePage.tsx').then(module => module.GroupPage),
  },
  {
    address: '/$namespace',
    data: { operation: namespacePage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    load: () => import('./places/NamespacePage.tsx').then(module => module.NamespacePage),
  },
]

function idIn(search: Search, name: string, inputName: string): Readonly<Record<string, number>> {
  const text = search[name]
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? { [inputName]: Number(text) } : {}
}
