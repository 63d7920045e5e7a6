import { endpointsOf } from '../endpoint.ts'

/** Constructors of the console's endpoints. */
export const { get, post, list, file, socket } = endpointsOf('console')
