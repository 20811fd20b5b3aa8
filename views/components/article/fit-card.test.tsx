import { expect, test } from 'vitest';
import { editions } from '../../../server/web/routes/editions.js';
import { htmlOf, pageOf } from '../../../test/fixtures/views/page.js';
import { articleModel } from '../../../test/fixtures/views/pages/article-cart-views.js';
import { FitCard } from './fit-card.js';

const markupOf = (change: Parameters<typeof articleModel>[0]): string => {
  const { article } = articleModel(change);
  return htmlOf(<FitCard article={article} pickerPage={null} />, pageOf(editions['de-DE']));
};

test('the verdict for another car has a place for that of the kept one', () => {
  const { vehicle } = articleModel({}).article;
  expect(markupOf({})).toContain(`<template data-own="${vehicle?.model?.id}">`);
  expect(markupOf({ vehicle: null })).not.toContain('data-own');
});
