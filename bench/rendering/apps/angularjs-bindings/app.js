angular.module('catalog', []).controller('Catalog', function ($scope, $http) {
  $http
    .get(`/api/pages/${location.pathname.slice(1) || 'index'}.json`)
    .then(({ data }) => ($scope.page = data));
});
