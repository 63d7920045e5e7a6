/** Raises the revision of the configuration that members should run, for rooms outside the networks. */
export { raiseEveryConfig } from './configuration.queries.ts'
