const template = `<h1>{{ page.heading }}</h1>
<div ng-repeat="block in page.blocks">
  <h2 ng-if="block.level === 2">{{ block.heading }}</h2><h4 ng-if="block.level !== 2">{{ block.heading }}</h4>
  <p ng-repeat="text in block.paragraphs track by $index">{{ text }}</p>
  <div ng-repeat="card in block.cards"><img ng-src="{{ card.picture.src }}" ng-attr-alt="{{ card.picture.alt || undefined }}"><a ng-href="{{ card.link.href }}">{{ card.link.text }}</a></div>
  <form ng-if="block.fields"><div ng-repeat="field in block.fields"><label ng-if="field.label" for="{{ field.id }}">{{ field.label }}</label><input id="{{ field.id }}" ng-model="form[field.id]"></div></form>
</div>`;

angular
  .module('tiles', ['ngRoute'])
  .config(($routeProvider, $locationProvider) => {
    $locationProvider.hashPrefix('');
    const resolve = {
      page: ($http, $route) =>
        $http.get(`/api/pages/${$route.current.params.slug || 'index'}.json`).then(({ data }) => data),
    };
    $routeProvider.when('/:slug?', { template, controller: 'PageController', resolve });
  })
  .controller('PageController', function ($scope, $rootScope, page) {
    $scope.page = page;
    if (page.title !== null) $rootScope.title = page.title;
  });
