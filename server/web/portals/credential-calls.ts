import type { Call, ResponseBody } from '../../contract/operations/caller-types.js';
import type { OperationId } from '../../contract/operations/operations.js';
import type { Api } from '../api/client.js';
import type { CallOptions } from '../api/upstream.js';

/** The parameters of a call without its credential and its edition. */
export type Sent<O extends OperationId> = Omit<Call<O>, 'credential' | 'locale' | 'country'>;

/** Sends the credential in the body of each call: no log and no address shows it. @throws ProblemError as `Api.call` */
export const callsWith =
  (api: Api, credential: string) =>
  <O extends OperationId>(operation: O, sent: Sent<O>, options: CallOptions = {}): Promise<ResponseBody<O>> => {
    const body = { ...sent, credential } as unknown as Call<O>;
    return api.call(operation, body, { ...options, body });
  };
