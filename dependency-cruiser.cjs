/**
 * Who may import whom: docs/architecture.md, section 2. `scripts/boundaries.ts` runs these rules.
 * Type-only imports count as imports, and tests may import what they test.
 */
const server = '^apps/server/src'
const domains = `${server}/domains`
const networkRooms = `${domains}/network/(rules|configuration|detail|change|branches|revision)/`
const test = '\\.(test|proof)\\.tsx?$|^apps/[^/]+/test/|^packages/[^/]+/test/'

/** An npm package, whether it is installed or not. */
const npm = (name) => `(^|/)node_modules/${name}/|^${name}(/|$)`

const packages = [
  {
    name: 'contract-imports-zod-and-net',
    from: { path: '^packages/contract/' },
    to: { pathNot: ['^packages/(contract|net)/', npm('zod')] },
  },
  { name: 'net-imports-nothing', from: { path: '^packages/net/' }, to: { pathNot: '^packages/net/' } },
  {
    name: 'member-config-imports-contract-and-net',
    from: { path: '^packages/member-config/' },
    // Of Node only the digest.
    to: { pathNot: ['^packages/(member-config|contract|net)/', npm('zod'), '^(node:)?crypto$'] },
  },
  {
    name: 'network-rules-imports-contract-net-and-member-config',
    from: { path: '^packages/network-rules/' },
    to: { pathNot: '^packages/(network-rules|contract|net|member-config)/' },
  },
  {
    name: 'ldap-imports-contract',
    // Of Node only what speaks to a server.
    from: { path: '^packages/ldap/' },
    to: { pathNot: ['^packages/(ldap|contract)/', npm('ldapts'), '^(node:)?(net|tls|events)$'] },
  },
  {
    name: 'ui-imports-no-other-package-of-ours-than-contract',
    from: { path: '^packages/ui/' },
    to: { path: '^packages/', pathNot: '^packages/(ui|contract)/' },
  },
  { name: 'packages-do-not-import-apps', from: { path: '^packages/' }, to: { path: '^apps/' } },
]

const apps = [
  { name: 'apps-do-not-import-each-other', from: { path: '^apps/([^/]+)/' }, to: { path: '^apps/', pathNot: '^apps/$1/' } },
  {
    name: 'features-do-not-import-features',
    from: { path: '^apps/([^/]+)/src/features/([^/]+)/' },
    to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
  },
  {
    name: 'shared-knows-neither-features-nor-app',
    from: { path: '^apps/[^/]+/src/shared/' },
    to: { path: '^apps/[^/]+/src/(features|app)/' },
  },
]

const serverRooms = [
  {
    name: 'a-room-is-entered-through-its-service',
    from: { path: `${domains}/([^/]+/[^/]+)/`, pathNot: networkRooms },
    to: { path: `${domains}/`, pathNot: [`${domains}/$1/`, '\\.service\\.ts$'] },
  },
  {
    // Routes that lie beside the rooms of a wing: those of one group of calls that several rooms answer.
    name: 'routes-of-a-wing-enter-its-rooms-through-their-services',
    from: { path: `${domains}/[^/]+/[^/]+\\.ts$` },
    to: { path: `${domains}/`, pathNot: '\\.service\\.ts$' },
  },
  {
    // The rooms of the network itself share its rows and its rules. They build on one another, which the check for circles holds.
    name: 'network-rooms-enter-others-through-their-services',
    from: { path: networkRooms },
    to: { path: `${domains}/`, pathNot: [networkRooms, '\\.service\\.ts$'] },
  },
  {
    name: 'gateway-ops-and-jobs-reach-a-domain-through-its-service',
    from: { path: `${server}/(gateway|ops|jobs)/` },
    to: { path: `${domains}/`, pathNot: '\\.service\\.ts$' },
  },
  {
    name: 'only-app-knows-every-domain',
    from: { path: `${server}/(kernel|http|db|adapters)/` },
    to: { path: `${server}/(domains|gateway|ops|jobs)/` },
  },
  {
    name: 'only-queries-import-kysely',
    from: { path: `${server}/`, pathNot: ['\\.queries\\.ts$', `${server}/db/`] },
    to: { path: npm('kysely') },
  },
  {
    // The bus listens on a connection of its own.
    name: 'only-queries-and-adapters-import-pg',
    from: { path: `${server}/`, pathNot: ['\\.queries\\.ts$', `${server}/(db|adapters)/`] },
    to: { path: npm('(pg|pg-copy-streams)') },
  },
  {
    name: 'only-jobs-import-graphile-worker',
    from: { path: `${server}/`, pathNot: `${server}/(jobs|db)/` },
    to: { path: npm('graphile-worker') },
  },
  {
    name: 'only-http-imports-fastify',
    from: { path: `${server}/`, pathNot: ['\\.routes\\.ts$', `${server}/(http|gateway)/`, `${server}/(app|main)\\.ts$`] },
    to: { path: [npm('fastify'), npm('@fastify/[^/]+')] },
  },
  {
    name: 'rules-are-pure',
    from: { path: '^(.*/)[^/]+\\.rules\\.ts$' },
    // Of Node only whether two values are equal.
    to: {
      pathNot: [
        '^packages/(contract|net|network-rules|member-config)/',
        `${server}/kernel/`,
        '^$1[^/]+\\.(rules|text)\\.ts$',
        '^(node:)?util$',
      ],
    },
  },
  {
    name: 'texts-are-pure',
    from: { path: `(${server}/.*/)[^/]+\\.text\\.ts$` },
    to: { pathNot: ['^packages/(contract|net|network-rules|member-config)/', `${server}/kernel/`, '^$1[^/]+\\.text\\.ts$'] },
  },
]

/** The wings of the server's domains, the lowest first. A room imports rooms of its own wing and of those below it. */
const wings = ['foundation', 'identity', 'network', 'member', 'observation', 'support']
/** Files that still import a wing above their own. They may only become fewer. */
const looksUp = [
  'foundation/limits/limits.service.ts',
  'foundation/sale/sale.service.ts',
  'identity/account/events.routes.ts',
  'identity/sub-account/role.service.ts',
  'member/member/member.service.ts',
  'network/branches/branches.service.ts',
  'observation/search/search.routes.ts',
  'observation/search/search.service.ts',
]
const wingOrder = wings.slice(0, -1).map((wing, at) => ({
  name: `${wing}-imports-no-wing-above-it`,
  from: { path: `${domains}/${wing}/`, pathNot: looksUp.map((file) => `${domains}/${file}$`) },
  // Every wing sends messages to its customers.
  to: { path: `${domains}/(${wings.slice(at + 1).join('|')})/`, pathNot: `${domains}/support/message/message.service.ts$` },
}))

const everywhere = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  { name: 'code-does-not-import-tests', from: {}, to: { path: test } },
  // An import that leads nowhere would slip through every rule above. Vite resolves the queries and virtual modules itself.
  { name: 'every-import-leads-somewhere', from: {}, to: { couldNotResolve: true, pathNot: ['\\?', '^virtual:'] } },
]

const exceptInTests = (rule) => {
  const excluded = [rule.from.pathNot ?? []].flat()
  return { ...rule, severity: 'error', from: { ...rule.from, pathNot: [...excluded, test] } }
}

module.exports = {
  looksUp,
  wings,
  forbidden: [...packages, ...apps, ...serverRooms, ...wingOrder, ...everywhere].map(exceptInTests),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps)/[^/]+/(dist|data)/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'require'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
}
