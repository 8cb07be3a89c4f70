/** What speaks against an e-mail address, as sentences that follow the word "Email". */
export function emailProblems(email: string): readonly string[] {
  if (email === '') return ["can't be blank"]
  // One @ between a local part and a host name, with nothing that could end a header or an angle bracket.
  const isAddress = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(email)
  return isAddress && email.length <= 254 && !email.includes('..') ? [] : ['is invalid']
}
