// Generated from web/plan/on-call/page-oncall.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type PageOncallResult = { readonly oncallSchedulePage: { readonly errors: readonly (string)[]; readonly issue: { readonly iid: string; readonly webPath: string } | null } | null }

export type PageOncallVariables = { readonly projectPath: string; readonly iid: string; readonly title: string }

export const pageOncall: GraphqlDocument<PageOncallResult, PageOncallVariables> = {
  name: 'PageOncall',
  kind: 'mutation',
  text: "mutation PageOncall($projectPath:ID!$iid:String!$title:String!){oncallSchedulePage(input:{projectPath:$projectPath iid:$iid title:$title}){errors issue{iid webPath}}}",
}
