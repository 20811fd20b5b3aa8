import type { Request, Response } from 'express';
import type { Place, RouteMatch, RouteName } from '../routes/routes.js';
import type { Services } from '../services.js';
import { beginLogin } from './begin-login.js';
import { demoLogin } from './demo-login.js';
import { finishLogin } from './finish-login.js';
import { savedVehicles, saveVehicle } from './saved-vehicles.js';

export interface StepAsked {
  place: Place;
  match: RouteMatch;
}
/** Answers a page of the account: these set cookies and change things, which a page as such does not. */
export type Step = (services: Services, request: Request, response: Response, asked: StepAsked) => Promise<void>;

/** Pages of the account; with the methods that they take besides reading. */
export const accountRoutes: Readonly<Partial<Record<RouteName, { answer: Step; takesPost: boolean }>>> = {
  login: { answer: beginLogin, takesPost: false },
  loginReturn: { answer: finishLogin, takesPost: false },
  demoLogin: { answer: demoLogin, takesPost: true },
  savedVehicles: { answer: savedVehicles, takesPost: true },
  saveVehicle: { answer: saveVehicle, takesPost: true },
};
