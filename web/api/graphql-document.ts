/** A query or mutation as tools/generate-documents.ts makes it; the types cost the browser nothing. */
export interface GraphqlDocument<Result, Variables> {
  readonly name: string
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly text: string
  readonly types?: { readonly result: Result; readonly variables: Variables }
}
